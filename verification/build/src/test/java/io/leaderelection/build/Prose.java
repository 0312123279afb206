/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.build;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The prose in the lines of a file: comments in Java, paragraphs of a page, descriptions
 * in JSON. Code in it is left out.
 */
final class Prose {

	private static final Pattern DESCRIPTION = Pattern.compile("\"description\" *: *\"(.*)\"");

	private static final Pattern TAG = Pattern.compile("@(param|return|throws|since|author|see).*");

	private static final Pattern COMMENT_BEGINS = Pattern.compile("^\\s*/\\*+\\s*");

	private static final Pattern FENCE = Pattern.compile("\\s*(```|~~~).*");

	private static final Pattern ITEM = Pattern.compile("\\s*([-*+]|\\d+\\.|#+|\\|).*");

	private final List<Paragraph> paragraphs = new ArrayList<>();

	private final StringBuilder text = new StringBuilder();

	private int begin;

	private int line;

	private Prose() {
	}

	/**
	 * Returns the paragraphs of a file.
	 * @param file the name of the file, whose end says what it is
	 * @param lines its lines
	 */
	static List<Paragraph> of(String file, List<String> lines) {
		Prose prose = new Prose();
		if (file.endsWith(".java")) {
			prose.readJava(lines);
		}
		else if (file.endsWith(".json")) {
			prose.readJson(lines);
		}
		else {
			prose.readPage(lines);
		}
		prose.end();
		return prose.paragraphs;
	}

	private void readJson(List<String> lines) {
		for (String text : lines) {
			this.line++;
			Matcher description = DESCRIPTION.matcher(text);
			if (description.find()) {
				add(description.group(1));
				end();
			}
		}
	}

	private void readPage(List<String> lines) {
		boolean code = false;
		for (String text : lines) {
			this.line++;
			boolean fence = FENCE.matcher(text).matches();
			if (fence || text.isBlank() || ITEM.matcher(text).matches()) {
				end();
			}
			if (fence) {
				code = !code;
			}
			else if (!code && !text.isBlank()) {
				add(text.replaceAll("`[^`]*`", "CODE").replaceAll("\\]\\([^)]*\\)", "]"));
			}
		}
	}

	private void readJava(List<String> lines) {
		boolean inside = false;
		for (String text : lines) {
			this.line++;
			Matcher begins = COMMENT_BEGINS.matcher(text);
			if (inside || begins.find()) {
				if (!inside) {
					end();
				}
				String comment = inside ? text.replaceFirst("^\\s*\\*?(?!/)\\s*", "") : text.substring(begins.end());
				int end = comment.indexOf("*/");
				addComment((end >= 0) ? comment.substring(0, end) : comment, inside);
				inside = end < 0;
				if (!inside) {
					end();
				}
			}
			else {
				readCode(text.replaceAll("\"([^\"\\\\]|\\\\.)*\"", ""));
			}
		}
	}

	/** Reads a line of code, which may end with a comment. */
	private void readCode(String code) {
		int comment = code.indexOf("//");
		if (comment < 0 || !code.substring(0, comment).isBlank()) {
			end();
		}
		if (comment >= 0) {
			addComment(code.substring(comment + 2), true);
		}
	}

	/**
	 * Adds a line of a comment, of which an empty one or a tag begins a new paragraph.
	 */
	private void addComment(String comment, boolean continued) {
		String words = comment.strip();
		if (continued && (words.isEmpty() || TAG.matcher(words).matches())) {
			end();
		}
		add(words);
	}

	private void add(String words) {
		if (words.isEmpty()) {
			return;
		}
		if (this.text.isEmpty()) {
			this.begin = this.line;
		}
		else {
			this.text.append(' ');
		}
		this.text.append(words);
	}

	private void end() {
		if (!this.text.isEmpty()) {
			this.paragraphs.add(new Paragraph(this.begin, withoutCode(this.text.toString())));
			this.text.setLength(0);
		}
	}

	private static String withoutCode(String text) {
		return text.replaceAll("\\{@code [^}]*}", "CODE")
			.replaceAll("\\{@(link|linkplain|value) [\\w.#]+(\\([^)]*\\))?", "{")
			.replaceAll("@(param|see|throws) [\\w.#<>]+(\\([^)]*\\))?", "")
			.replaceAll("<[^>]*>", "");
	}

	/**
	 * Prose without a break.
	 *
	 * @param line the number of its first line
	 * @param text the text, as one line
	 */
	record Paragraph(int line, String text) {

		/** Returns its sentences and other parts. */
		List<String> sentences() {
			return List.of(this.text.split("(?<=[.?!;:])(?: )|(?<=[.?!;:]\\))(?: )"));
		}

	}

}
