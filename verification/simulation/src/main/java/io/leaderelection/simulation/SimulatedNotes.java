/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.HashMap;
import java.util.Map;

import io.leaderelection.history.Invariant;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.Input;
import io.leaderelection.store.Checkpoints;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoints that leaders write. Each has a higher number than all before it, to
 * detect whether the record ever returns to an older one, and whether a confirmed one was
 * not written.
 */
final class SimulatedNotes {

	private static final String NAME = "n";

	private final Checks checks;

	private long numbers;

	/** The number of the note on record. */
	private long recorded;

	/** The highest number that was ever on record. */
	private long highest;

	private Checkpoints seen = Checkpoints.NONE;

	private long seenNumber;

	SimulatedNotes(Checks checks) {
		this.checks = checks;
	}

	long nextNumber() {
		return ++this.numbers;
	}

	/**
	 * Returns the input with which a leader writes a note, together with its other
	 * checkpoints.
	 */
	Input.Note input(long token, long number, Map<String, String> others) {
		Map<String, String> values = new HashMap<>(others);
		values.put(NAME, Long.toString(number));
		return new Input.Note(token, number, values);
	}

	/** Called when the store has carried out a command. */
	void applied(ModelStore.@Nullable ModelRecord record) {
		long number = number(record);
		if (number < this.recorded) {
			this.checks.violated(Invariant.I12_CHECKPOINTS,
					"the record went back from note " + this.recorded + " to " + number);
		}
		this.recorded = number;
		this.highest = Math.max(this.highest, number);
	}

	/** Called when the store has lost data. */
	void lost(ModelStore.@Nullable ModelRecord record) {
		this.recorded = number(record);
	}

	void confirmed(Effect.Noted noted) {
		long number = Long.parseLong(noted.values().getOrDefault(NAME, "0"));
		if (number != noted.request() || number > this.highest) {
			this.checks.violated(Invariant.I12_CHECKPOINTS, "note " + number + " is confirmed by request "
					+ noted.request() + ", but no note above " + this.highest + " was written");
		}
	}

	@SuppressWarnings("ReferenceEquality") // most commands do not change them
	private long number(ModelStore.@Nullable ModelRecord record) {
		Checkpoints checkpoints = (record != null) ? record.checkpoints() : Checkpoints.NONE;
		if (checkpoints == this.seen) {
			return this.seenNumber;
		}
		this.seen = checkpoints;
		this.seenNumber = Long.parseLong(checkpoints.values().getOrDefault(NAME, "0"));
		return this.seenNumber;
	}

}
