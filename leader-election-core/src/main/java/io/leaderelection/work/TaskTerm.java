/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.leaderelection.Leadership;
import io.leaderelection.Registration;
import io.leaderelection.store.StoredTerm;
import org.jspecify.annotations.Nullable;

/**
 * A term for one of its tasks. Several tasks may run in a term, and the progress of one
 * must not hide that another is silent.
 */
final class TaskTerm implements Leadership, StoredTerm.Bearer, LibraryNotes.Bearer {

	private final WorkedTerm term;

	private final Runnable progressed;

	TaskTerm(WorkedTerm term, Runnable progressed) {
		this.term = term;
		this.progressed = progressed;
	}

	/**
	 * Returns the term for a call: a call inside a task of the same term reports progress
	 * for that task.
	 * @param enclosing the term that the caller is bound to, or {@code null} for none
	 */
	@SuppressWarnings("ReferenceEquality") // a term is an object
	static Leadership asSeenFrom(@Nullable Leadership enclosing, WorkedTerm term) {
		return (enclosing instanceof TaskTerm task && task.term == term) ? task : term;
	}

	@Override
	public void progress() {
		this.progressed.run();
	}

	@Override
	public void checkpoint(String name, @Nullable String value) {
		progress();
		try {
			this.term.checkpoint(name, value);
		}
		finally {
			progress();
		}
	}

	@Override
	@SuppressWarnings("FutureReturnValueIgnored") // the caller has the stage
	public CompletionStage<Void> checkpointAsync(String name, @Nullable String value) {
		progress();
		CompletionStage<Void> written = this.term.checkpointAsync(name, value);
		written.whenComplete((done, failure) -> progress());
		return written;
	}

	@Override
	public String election() {
		return this.term.election();
	}

	@Override
	public long fencingToken() {
		return this.term.fencingToken();
	}

	@Override
	public Duration remaining() {
		return this.term.remaining();
	}

	@Override
	public boolean isValid() {
		return this.term.isValid();
	}

	@Override
	public void verify() {
		this.term.verify();
	}

	@Override
	public boolean awaitEnd(Duration timeout) throws InterruptedException {
		return this.term.awaitEnd(timeout);
	}

	@Override
	public Registration onLost(Runnable action) {
		return this.term.onLost(action);
	}

	@Override
	public Map<String, String> checkpoints() {
		return this.term.checkpoints();
	}

	@Override
	public StoredTerm storedTerm() {
		return this.term.storedTerm();
	}

	@Override
	public LibraryNotes libraryNotes() {
		return this.term.libraryNotes();
	}

}
