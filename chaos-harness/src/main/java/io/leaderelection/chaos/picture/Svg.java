/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.picture;

import java.util.Locale;

/**
 * Text of a drawing.
 */
final class Svg {

	private final StringBuilder text = new StringBuilder();

	/**
	 * Draws a rectangle, at least a pixel wide.
	 * @param title what is shown when the pointer rests on it
	 */
	Svg box(double x, double y, double width, double height, String style, String title) {
		return element("rect", "x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" %s".formatted(x, y,
				Math.max(1, width), height, style), title);
	}

	Svg line(double fromX, double fromY, double toX, double toY, String style) {
		return raw("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>%n".formatted(fromX, fromY, toX, toY,
				style));
	}

	Svg circle(double x, double y, double radius, String style, String title) {
		return element("circle", "cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" %s".formatted(x, y, radius, style), title);
	}

	Svg label(double x, double y, String style, String label) {
		return raw("<text x=\"%.1f\" y=\"%.1f\" %s>%s</text>%n".formatted(x, y, style, escaped(label)));
	}

	private Svg element(String name, String attributes, String title) {
		return raw("<%s %s><title>%s</title></%s>%n".formatted(name, attributes, escaped(title), name));
	}

	private Svg raw(String element) {
		this.text.append(element);
		return this;
	}

	/** The whole drawing. */
	String drawing(double width, double height) {
		return ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
				+ "font-family=\"sans-serif\" font-size=\"12\" fill=\"#1f2937\">%n")
			.formatted(width, height, width, height)
				+ "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n".formatted() + this.text + "</svg>\n";
	}

	private static String escaped(String text) {
		return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
	}

	static String number(double number) {
		return String.format(Locale.ROOT, "%.1f", number);
	}

}
