/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.demo;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * The options on the command line.
 *
 * @param store the store, which is also a profile of the sample, except for {@code local}
 * @param mode what the demonstration shows
 * @param url how instances reach a server that runs already; empty to start one
 */
record DemoOptions(String store, Mode mode, String url) {

	static final String LOCAL = "local";

	private static final Set<String> STORES = Set.of(LOCAL, "postgres", "postgres-advisory", "mariadb", "mysql",
			"redis", "etcd", "zookeeper", "azure-blob", "kubernetes", "mongodb", "s3", "dynamodb");

	private static final String USAGE = "Usage: ./demo [local|postgres|postgres-advisory|mariadb|mysql|redis|etcd"
			+ "|zookeeper|azure-blob|kubernetes|mongodb|s3|dynamodb] [--kill-leader | --partitions] [--url URL]";

	/**
	 * Parses the command line.
	 * @param args the arguments
	 * @return the options
	 * @throws IllegalArgumentException if they are not valid
	 */
	static DemoOptions parse(String... args) {
		String store = LOCAL;
		Mode mode = Mode.WATCH;
		String url = "";
		Deque<String> words = new ArrayDeque<>(List.of(args));
		while (!words.isEmpty()) {
			String word = words.removeFirst();
			if (STORES.contains(word)) {
				store = word;
			}
			else if (word.equals("--kill-leader")) {
				mode = Mode.KILL_LEADER;
			}
			else if (word.equals("--partitions")) {
				mode = Mode.PARTITIONS;
			}
			else if (word.equals("--url") && !words.isEmpty()) {
				url = words.removeFirst();
			}
			else {
				throw new IllegalArgumentException(USAGE);
			}
		}
		if (store.equals(LOCAL) && !url.isEmpty()) {
			throw new IllegalArgumentException(USAGE);
		}
		return new DemoOptions(store, mode, url);
	}

	/** What the demonstration shows. */
	enum Mode {

		/** Each change of leader, until it is interrupted. */
		WATCH(2),

		/**
		 * The kill of a leader. Its ticks are further apart than the vacancy, so that
		 * none may be lost.
		 */
		KILL_LEADER(20),

		/** How partitions are shared. */
		PARTITIONS(2);

		private final int tickSeconds;

		Mode(int tickSeconds) {
			this.tickSeconds = tickSeconds;
		}

		/** Returns how often the invoice job is due. */
		int tickSeconds() {
			return this.tickSeconds;
		}

	}

}
