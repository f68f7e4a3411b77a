"""What a decision costs in bytes and seconds: trials, and what is drawn from them."""
