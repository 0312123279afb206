/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.leaderelection.Leadership;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoints of a term that this library writes for itself, separate from those of
 * the application. Their names begin with {@code tick:} or {@code bid:}, or are
 * {@code partitions} or {@code suspended}. Safe to use from any thread.
 */
public interface LibraryNotes {

	/**
	 * The maximum number of characters in all names and values of these notes together.
	 */
	int MAX_CHARACTERS = 20_480;

	/**
	 * Returns the notes of a term.
	 * @param term the term, of this library's engine
	 * @return its notes
	 * @throws IllegalArgumentException if it is not of this library's engine, for example
	 * a mock
	 */
	static LibraryNotes of(Leadership term) {
		if (term instanceof Bearer bearer) {
			return bearer.libraryNotes();
		}
		throw new IllegalArgumentException("The term of election '" + term.election() + "' is a "
				+ term.getClass().getName() + ", which keeps no notes. Use an election of ElectionEngineBuilder");
	}

	/**
	 * Returns for how long this instance has led the term.
	 * @return the duration, not negative
	 */
	Duration ledFor();

	/**
	 * Returns the notes, as last known to be written.
	 * @return the notes by name, unmodifiable
	 * @throws IllegalStateException if the checkpoints in the store are not understood
	 */
	Map<String, String> notes();

	/**
	 * Returns one of {@link #notes()}.
	 * @param name the name
	 * @return its value, or {@code null} if there is no such note
	 * @throws IllegalStateException as of {@link #notes()}
	 */
	@Nullable String find(String name);

	/**
	 * Writes a note with the next renewal, which is sent at once.
	 * @param name the name, as above
	 * @param value the value, or {@code null} to remove the note
	 * @return completed when the note is written, or exceptionally with a
	 * {@link io.leaderelection.LeadershipLostException} when the term is over first.
	 * Never times out: the note is sent with every renewal until one is confirmed.
	 * Attached callbacks run on the loop, and must return at once
	 * @throws IllegalArgumentException if the name is not one of those above, or there is
	 * no room for the note; nothing is sent
	 * @throws IllegalStateException if the checkpoints in the store are not understood
	 */
	CompletionStage<Void> note(String name, @Nullable String value);

	/**
	 * Removes a note of this library, or a checkpoint of the application.
	 * @param name the name, or {@code null} to remove all, including checkpoints that are
	 * not understood
	 * @return see {@link #note}
	 * @throws IllegalArgumentException if there is no such note
	 * @throws IllegalStateException if the checkpoints in the store are not understood,
	 * and not all are to be removed
	 */
	CompletionStage<Void> forget(@Nullable String name);

	/**
	 * A term of this library's engine.
	 */
	interface Bearer {

		/**
		 * Returns the notes of this term.
		 * @return the notes
		 */
		LibraryNotes libraryNotes();

	}

}
