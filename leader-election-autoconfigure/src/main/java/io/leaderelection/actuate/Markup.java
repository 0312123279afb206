/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

/**
 * A builder of HTML. Escapes all text and attribute values, and replaces characters that
 * could act as commands to a page or a terminal.
 */
final class Markup {

	private static final int ROOM = 16 * 1024;

	private final StringBuilder html = new StringBuilder(ROOM);

	/**
	 * Opens an element.
	 * @param tag its name, with attributes that are constant
	 */
	Markup open(String tag) {
		this.html.append('<').append(tag).append('>');
		return this;
	}

	/** Opens an element with one more attribute. */
	Markup open(String tag, String attribute, String value) {
		this.html.append('<').append(tag).append(' ').append(attribute).append("=\"");
		escape(value);
		this.html.append("\">");
		return this;
	}

	Markup close(String tag) {
		this.html.append("</").append(tag).append('>');
		return this;
	}

	/** Appends text from any source. */
	Markup text(String text) {
		escape(UntrustedText.clean(text));
		return this;
	}

	/**
	 * Appends an element that contains only text.
	 * @param tag its name, with attributes that are constant
	 */
	Markup element(String tag, String text) {
		int space = tag.indexOf(' ');
		return open(tag).text(text).close((space < 0) ? tag : tag.substring(0, space));
	}

	/** Appends markup of this application without escaping. */
	Markup raw(String trusted) {
		this.html.append(trusted);
		return this;
	}

	private void escape(String text) {
		for (int i = 0; i < text.length(); i++) {
			char character = text.charAt(i);
			switch (character) {
				case '&' -> this.html.append("&amp;");
				case '<' -> this.html.append("&lt;");
				case '>' -> this.html.append("&gt;");
				case '"' -> this.html.append("&quot;");
				case '\'' -> this.html.append("&#39;");
				default -> this.html.append(character);
			}
		}
	}

	@Override
	public String toString() {
		return this.html.toString();
	}

}
