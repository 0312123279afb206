/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.drawing;

import java.util.Locale;

/**
 * Builds the text of a drawing in SVG, with other colours on a dark page. Lengths are
 * pixels, styles are attributes. Not thread-safe.
 */
public final class Svg {

	// Style sheets override attributes, so the drawing itself contains only the colours
	// of a light page
	private static final String DARK = """
			<style>
			svg { color-scheme: light dark; }
			@media (prefers-color-scheme: dark) {
			svg { fill: #f0f6fc; }
			rect[fill="#ffffff"] { fill: #0d1117; }
			rect[fill="#f3f4f6"] { fill: #1c2128; }
			rect[fill="#d1d5db"] { fill: #57606a; }
			[stroke="#e5e7eb"], [stroke="#d1d5db"] { stroke: #30363d; }
			text[fill="#4b5563"] { fill: #9198a1; }
			text[text-anchor="end"][fill="#b91c1c"] { fill: #ff7b72; }
			[fill="#fca5a5"] { fill: #b62324; }
			[fill="#2563eb"] { fill: #4493f8; }
			[fill="#0d9488"] { fill: #2dd4bf; }
			path[stroke="#2563eb"] { stroke: #4493f8; }
			path[stroke="#0d9488"] { stroke: #2dd4bf; }
			path[stroke="#c2410c"] { stroke: #f0883e; }
			[fill="#7f1d1d"] { fill: #ffdcd7; stroke: #ffffff; }
			}
			</style>
			""";

	private final StringBuilder text = new StringBuilder();

	/**
	 * Draws a rectangle.
	 * @param x its left edge
	 * @param y its upper edge
	 * @param width its width, at least a pixel
	 * @param height its height
	 * @param style its attributes
	 * @param title the tooltip
	 * @return this drawing
	 */
	public Svg box(double x, double y, double width, double height, String style, String title) {
		return element("rect", "x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(Math.max(1, width))
				+ "\" height=\"" + number(height) + "\" " + style, title);
	}

	/**
	 * Draws a line.
	 * @param fromX where it begins
	 * @param fromY where it begins
	 * @param toX where it ends
	 * @param toY where it ends
	 * @param style its attributes
	 * @return this drawing
	 */
	public Svg line(double fromX, double fromY, double toX, double toY, String style) {
		return raw("<line x1=\"" + number(fromX) + "\" y1=\"" + number(fromY) + "\" x2=\"" + number(toX) + "\" y2=\""
				+ number(toY) + "\" " + style + "/>\n");
	}

	/**
	 * Draws several lines.
	 * @param commands the attribute {@code d} of an SVG path
	 * @param style its attributes
	 * @return this drawing
	 */
	public Svg path(String commands, String style) {
		return raw("<path d=\"" + commands + "\" " + style + "/>\n");
	}

	/**
	 * Draws a circle.
	 * @param x its centre
	 * @param y its centre
	 * @param radius its radius
	 * @param style its attributes
	 * @param title the tooltip
	 * @return this drawing
	 */
	public Svg circle(double x, double y, double radius, String style, String title) {
		return element("circle",
				"cx=\"" + number(x) + "\" cy=\"" + number(y) + "\" r=\"" + number(radius) + "\" " + style, title);
	}

	/**
	 * Writes text.
	 * @param x where it begins, unless the style says otherwise
	 * @param y its base line
	 * @param style its attributes
	 * @param label the text
	 * @return this drawing
	 */
	public Svg label(double x, double y, String style, String label) {
		return raw(
				"<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" " + style + ">" + escaped(label) + "</text>\n");
	}

	private Svg element(String name, String attributes, String title) {
		return raw("<" + name + " " + attributes + "><title>" + escaped(title) + "</title></" + name + ">\n");
	}

	private Svg raw(String element) {
		this.text.append(element);
		return this;
	}

	/**
	 * Returns the whole drawing.
	 * @param width its width
	 * @param height its height
	 * @return an SVG document
	 */
	public String drawing(double width, double height) {
		long wide = Math.round(width);
		long high = Math.round(height);
		return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + wide + "\" height=\"" + high
				+ "\" role=\"img\" viewBox=\"0 0 " + wide + " " + high
				+ "\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#1f2937\">\n" + DARK
				+ "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" + this.text + "</svg>\n";
	}

	private static String escaped(String text) {
		return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
	}

	/**
	 * Formats a length.
	 * @param number the number
	 * @return the number with one digit after the point
	 */
	public static String number(double number) {
		return String.format(Locale.ROOT, "%.1f", number);
	}

}
