/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.Locale;

/**
 * Builds the text of a drawing in SVG, with other colours on a dark page. Lengths are
 * pixels, styles are attributes. Not thread-safe.
 */
final class Svg {

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
			text[fill="#b91c1c"] { fill: #ff7b72; }
			[fill="#fca5a5"] { fill: #b62324; }
			[fill="#2563eb"] { fill: #4493f8; }
			[fill="#0d9488"] { fill: #2dd4bf; }
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
	 */
	void box(double x, double y, double width, double height, String style, String title) {
		this.text.append("<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" %s><title>%s</title></rect>\n"
			.formatted(number(x), number(y), number(Math.max(1, width)), number(height), style, escaped(title)));
	}

	/**
	 * Draws a line.
	 * @param fromX where it begins
	 * @param fromY where it begins
	 * @param toX where it ends
	 * @param toY where it ends
	 * @param style its attributes
	 */
	void line(double fromX, double fromY, double toX, double toY, String style) {
		this.text.append("<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" %s/>\n".formatted(number(fromX), number(fromY),
				number(toX), number(toY), style));
	}

	/**
	 * Writes text.
	 * @param x where it begins, unless the style says otherwise
	 * @param y its base line
	 * @param style its attributes
	 * @param label the text
	 */
	void label(double x, double y, String style, String label) {
		this.text
			.append("<text x=\"%s\" y=\"%s\" %s>%s</text>\n".formatted(number(x), number(y), style, escaped(label)));
	}

	/**
	 * Returns the whole drawing.
	 * @param width its width
	 * @param height its height
	 * @return an SVG document
	 */
	String drawing(double width, double height) {
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

	/** Formats a length with one digit after the point. */
	static String number(double number) {
		return String.format(Locale.ROOT, "%.1f", number);
	}

}
