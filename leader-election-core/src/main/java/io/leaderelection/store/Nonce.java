/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.security.SecureRandom;
import java.util.UUID;

/**
 * 128 random bits, drawn for each attempt at a term. Every later write must match nonce
 * and token, so that a late or repeated command of another attempt has no effect.
 *
 * @param high the high bits
 * @param low the low bits
 */
public record Nonce(long high, long low) {

	private static final SecureRandom RANDOM = new SecureRandom();

	/**
	 * Draws a nonce.
	 * @return a nonce from a strong random source
	 */
	public static Nonce random() {
		return new Nonce(RANDOM.nextLong(), RANDOM.nextLong());
	}

	/**
	 * Parses the result of {@link #toString()}.
	 * @param text 32 hexadecimal digits
	 * @return the nonce
	 * @throws IllegalArgumentException if the text is anything else
	 */
	public static Nonce parse(String text) {
		if (text.length() != 32) {
			throw new IllegalArgumentException("A nonce has 32 hexadecimal digits, not " + text.length());
		}
		try {
			return new Nonce(Long.parseUnsignedLong(text, 0, 16, 16), Long.parseUnsignedLong(text, 16, 32, 16));
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("A nonce has 32 hexadecimal digits", ex);
		}
	}

	/**
	 * Returns the same bits as a UUID, for stores that need one.
	 * @return the UUID
	 */
	public UUID toUuid() {
		return new UUID(this.high, this.low);
	}

	@Override
	public String toString() {
		return "%016x%016x".formatted(this.high, this.low);
	}

}
