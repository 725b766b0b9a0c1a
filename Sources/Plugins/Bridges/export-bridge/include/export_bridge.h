/* The bridge exports only frei0r's functions. */
