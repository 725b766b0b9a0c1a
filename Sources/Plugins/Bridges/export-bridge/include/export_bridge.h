/* The bridge exports frei0r's functions alone. */
