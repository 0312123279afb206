/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.delivery;

import java.util.concurrent.TimeoutException;

import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.support.LastingRefusalException;
import io.leaderelection.store.support.LibraryConflict;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.ReadOnlyStoreException;
import io.leaderelection.store.support.RefusedCommandException;
import io.leaderelection.store.support.SharedFailureException;

/**
 * The meaning of a failed command for the store.
 */
enum FailureKind {

	/** The store did not answer, so the command may have been applied. */
	NO_ANSWER("no answer from the store"),

	/** The store answers, but refuses each write, perhaps while it fails over. */
	READ_ONLY("the store refuses"),

	/** The store answers, but refuses the command until somebody corrects it. */
	LASTING_REFUSAL("the store refuses"),

	/** The store answers, but refuses the command. */
	REFUSAL("the store refuses"),

	/** The record of an election is damaged. */
	RECORD("the record cannot be used"),

	/** Commands of several elections fail for the same reason. */
	SHARED("commands fail"),

	/** The command never reached the store. */
	UNUSABLE("the store cannot be used"),

	/** Anything else. */
	OTHER("a command failed");

	private final String what;

	FailureKind(String what) {
		this.what = what;
	}

	/** Returns the kind of a failure. */
	static FailureKind of(Throwable cause) {
		if (cause instanceof RefusedCommandException) {
			return (cause instanceof ReadOnlyStoreException) ? READ_ONLY
					: (cause instanceof LastingRefusalException) ? LASTING_REFUSAL : REFUSAL;
		}
		if (cause instanceof GarbageRecordException) {
			return RECORD;
		}
		if (cause instanceof SharedFailureException) {
			return SHARED;
		}
		if (LibraryConflict.describe(cause) != null) {
			return UNUSABLE;
		}
		return (cause instanceof NoAnswerException || cause instanceof TimeoutException) ? NO_ANSWER : OTHER;
	}

	/** Returns what to say before the text of the failure. */
	String what() {
		return this.what;
	}

	/** Returns whether a failure lasts until somebody corrects it. */
	boolean lasts() {
		return this == LASTING_REFUSAL || this == UNUSABLE;
	}

	/**
	 * Returns whether a store that fails a write so may answer reads nevertheless.
	 */
	boolean isRefusal() {
		return this == READ_ONLY || this == LASTING_REFUSAL || this == REFUSAL || this == UNUSABLE;
	}

}
