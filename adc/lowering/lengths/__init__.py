"""Arrays whose length data decide."""
