/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * What a check found.
 */
final class Findings {

	private final List<String> lines = new ArrayList<>();

	private boolean bad;

	/** Adds what must not be. */
	void add(String line) {
		this.lines.add(line);
		fail();
	}

	/** Adds a line for the reader. */
	void report(String line) {
		this.lines.add(line);
	}

	void fail() {
		this.bad = true;
	}

	boolean isBad() {
		return this.bad;
	}

	List<String> lines() {
		return this.lines;
	}

	/** Prints the lines. */
	Findings print() {
		this.lines.forEach(System.out::println);
		return this;
	}

	/**
	 * Ends the demonstration if something was found that must not be.
	 * @param name what was checked
	 * @throws DemoFailedException if something was found
	 */
	void require(String name) {
		if (this.bad) {
			throw new DemoFailedException(name);
		}
	}

}
