/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/**
 * The scripts of the store, one for each kind of command.
 *
 * @param acquire acquires terms
 * @param renew renews terms
 * @param release releases terms
 * @param observe reads records
 */
record LeaseScripts(LeaseScript acquire, LeaseScript renew, LeaseScript release, LeaseScript observe) {

	private static final String SHARED = "record";

	/** Returns the scripts of this library. */
	static LeaseScripts shipped() {
		return of(LeaseScripts::resource);
	}

	/**
	 * Assembles the scripts from files.
	 * @param sources returns the text of a file by its name
	 */
	static LeaseScripts of(UnaryOperator<String> sources) {
		return new LeaseScripts(of(sources, "acquire"), of(sources, "renew"), of(sources, "release"),
				of(sources, "observe"));
	}

	private static LeaseScript of(UnaryOperator<String> sources, String name) {
		return LeaseScript.of(name, sources.apply(SHARED) + sources.apply(name));
	}

	static String resource(String name) {
		try (InputStream in = LeaseScripts.class.getResourceAsStream(name + ".lua")) {
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
