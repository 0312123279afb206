/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A line of a written history.
 *
 * @param subject the first word
 * @param verb the second word, or empty
 * @param words the further words, without those of the election and the time
 * @param election the name after {@code in}
 * @param from the time after {@code at}, or before {@code ..}; NaN if it is missing
 * @param to the time after {@code at} or {@code ..}; NaN if it is missing
 */
record WrittenLine(String subject, String verb, List<String> words, String election, double from, double to) {

	static WrittenLine parse(String line) {
		List<String> words = new ArrayList<>(List.of(line.split(" ")));
		String subject = words.remove(0);
		String election = valueOf("in", words, "chaos");
		String time = valueOf("at", words, "");
		double from = stamp(time);
		double to = from;
		for (String word : List.copyOf(words)) {
			int dots = word.indexOf("..");
			if (dots >= 0) {
				from = stamp(word.substring(0, dots));
				to = stamp(word.substring(dots + 2));
				words.remove(word);
			}
		}
		String verb = words.isEmpty() ? "" : words.remove(0);
		return new WrittenLine(subject, verb, List.copyOf(words), election, from, to);
	}

	/** Removes a word and the one after it, which it returns. */
	private static String valueOf(String name, List<String> words, String absent) {
		int index = words.indexOf(name);
		if (index < 0) {
			return absent;
		}
		words.remove(index);
		return words.remove(index);
	}

	private static double stamp(String text) {
		return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
	}

	WrittenLine during(double from, double to) {
		return new WrittenLine(this.subject, this.verb, this.words, this.election, from, to);
	}

	String word(int index) {
		return this.words.get(index);
	}

	long number(int index) {
		return Long.parseLong(word(index));
	}

	/** Returns the token, which is the first further word if that is a number. */
	@Nullable Long token() {
		return (!this.words.isEmpty() && word(0).matches("\\d+")) ? number(0) : null;
	}

	boolean has(String word) {
		return this.words.contains(word);
	}

	boolean begins() {
		return !Double.isNaN(this.from);
	}

	boolean ends() {
		return !Double.isNaN(this.to);
	}

}
