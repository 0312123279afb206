/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Outcome;

/**
 * The script for one kind of command.
 *
 * @param <C> the type of the commands
 * @param <O> the type of their outcomes
 * @param name the kind of command
 * @param text the script
 * @param sha the SHA-1 of the text in hexadecimal digits, by which Redis caches it
 * @param key returns the record of a command
 * @param arguments returns the script arguments for commands of one namespace
 * @param outcomes the type of the outcomes
 */
record LeaseScript<C, O extends Outcome>(String name, String text, String sha, Function<C, ElectionKey> key,
		Function<List<C>, List<String>> arguments, Class<O> outcomes) {

	private static final String SHARED = "record";

	/**
	 * Assembles a script from files.
	 * @param sources returns the text of a file by its name
	 */
	static <C, O extends Outcome> LeaseScript<C, O> of(String name, UnaryOperator<String> sources,
			Function<C, ElectionKey> key, Function<List<C>, List<String>> arguments, Class<O> outcomes) {
		String text = sources.apply(SHARED) + sources.apply(name);
		try {
			byte[] sha = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
			return new LeaseScript<>(name, text, HexFormat.of().formatHex(sha), key, arguments, outcomes);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("The Java runtime does not support SHA-1", ex);
		}
	}

	/** Returns the text of a file of this library. */
	static String resource(String name) {
		try (InputStream in = LeaseScript.class.getResourceAsStream(name + ".lua")) {
			if (in == null) {
				throw new IllegalStateException("The script " + name + ".lua is missing from the class path");
			}
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
