/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

/**
 * The annotations that hold the record of an election.
 */
enum LeaseAnnotation {

	/** Version of this format. */
	FORMAT("format"),

	/** Namespace of the election, not of the object. */
	NAMESPACE("namespace"),

	/** Name of the election. */
	ELECTION("election"),

	/** Fencing token. */
	TOKEN("token"),

	/** Nonce of the term. */
	NONCE("nonce"),

	/** Id of the candidate. */
	CANDIDATE("candidate"),

	/** Wall clock of the candidate at the beginning of the term, in milliseconds. */
	SINCE("acquired-at"),

	/** Lease duration in milliseconds. */
	DURATION("duration"),

	/** Milliseconds, counted from the write, that the holder must still wait. */
	NOT_BEFORE("not-before"),

	/** Whether the term was given up. */
	RELEASED("released"),

	/** How often the term was written. */
	RENEWALS("renewals"),

	/** What the holder tells about itself. */
	METADATA("metadata");

	static final String CURRENT_FORMAT = "1";

	/** Begins all annotations and labels. */
	static final String DOMAIN = "leaderelection.io/";

	private final String key;

	LeaseAnnotation(String name) {
		this.key = DOMAIN + name;
	}

	String key() {
		return this.key;
	}

	static boolean isOne(String annotation) {
		return annotation.startsWith(DOMAIN);
	}

}
