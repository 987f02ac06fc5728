"""Drawing for every game: SVG elements, and SVG to PNG and animated GIF."""
