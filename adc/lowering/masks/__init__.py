"""Boolean masks as subscripts, and what they select."""
