/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

/**
 * Identifies a record. Keys are equal only if they are equal character by character: a
 * store must distinguish keys that differ by case, accents or trailing blanks.
 *
 * @param namespace the namespace, which separates applications: 1 to 255 characters
 * without control characters
 * @param election the name of the election: 1 to 255 characters without {@code / \ ; %}
 * and control characters, except for the suffix of a {@linkplain #bid() bid} or of work
 * that is done {@linkplain #once() once}
 */
public record ElectionKey(String namespace, String election) {

	/**
	 * The maximum length of a namespace, and of an election name in a store, in
	 * characters.
	 */
	public static final int MAX_LENGTH = 255;

	/** The maximum length of an election name in an application, in characters. */
	public static final int MAX_NAME = 240;

	// Not legal in a name that an application chooses

	private static final String BID = "/bid";

	private static final String ONCE = "/once";

	private static final String FORBIDDEN = "/\\;%";

	public ElectionKey {
		checkNamespace(namespace);
		String ending = election.endsWith(BID) ? BID : election.endsWith(ONCE) ? ONCE : "";
		checkStored(election.substring(0, election.length() - ending.length()));
	}

	/**
	 * Returns the key of the bid for this election: of the record whose owner prefers to
	 * lead it.
	 * @return the key, whose name an application cannot use
	 */
	public ElectionKey bid() {
		return new ElectionKey(this.namespace, this.election + BID);
	}

	/**
	 * Returns the key of the election for work of this name that is done once: the owner
	 * of the record does it.
	 * @return the key, whose name an application cannot use
	 */
	public ElectionKey once() {
		return new ElectionKey(this.namespace, this.election + ONCE);
	}

	/**
	 * Returns whether a name is that of the election for work that is done
	 * {@linkplain #once() once}.
	 * @param election the name in a key
	 * @return whether it is
	 */
	public static boolean isOnce(String election) {
		return election.endsWith(ONCE);
	}

	/**
	 * Checks the name of an election in an application.
	 * @param name the name
	 * @return the name
	 * @throws IllegalArgumentException if it is not legal; the message explains why
	 */
	public static String checkElection(String name) {
		check("Election name", name, MAX_NAME);
		checkStored(name);
		return name;
	}

	private static void checkStored(String name) {
		check("Election name", name, MAX_LENGTH);
		for (int i = 0; i < name.length(); i++) {
			if (FORBIDDEN.indexOf(name.charAt(i)) >= 0) {
				throw new IllegalArgumentException("Election name '" + name + "' contains '" + name.charAt(i)
						+ "'. Use a name without any of / \\ ; %");
			}
		}
	}

	/**
	 * Checks a namespace.
	 * @param namespace the namespace
	 * @return the namespace
	 * @throws IllegalArgumentException if it is not legal; the message explains why
	 */
	public static String checkNamespace(String namespace) {
		check("Namespace", namespace, MAX_LENGTH);
		return namespace;
	}

	private static void check(String what, String value, int longest) {
		if (value.isBlank()) {
			throw new IllegalArgumentException(what + " is empty or blank. Use 1 to " + longest + " characters");
		}
		if (value.length() > longest) {
			throw new IllegalArgumentException(what + " '" + value.substring(0, 32) + "...' has " + value.length()
					+ " characters. Use at most " + longest);
		}
		for (int i = 0; i < value.length(); i++) {
			char c = value.charAt(i);
			if (Character.isISOControl(c)) {
				throw new IllegalArgumentException("%s contains the control character U+%04X at position %d. Remove it"
					.formatted(what, (int) c, i));
			}
			boolean pair = Character.isHighSurrogate(c) && i + 1 < value.length()
					&& Character.isLowSurrogate(value.charAt(i + 1));
			if (pair) {
				i++;
			}
			else if (Character.isSurrogate(c)) {
				throw new IllegalArgumentException(
						"%s contains half a surrogate pair at position %d. Remove it".formatted(what, i));
			}
		}
	}

	@Override
	public String toString() {
		return this.namespace + "/" + this.election;
	}

}
