/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.SharedFailureException;

/**
 * A store whose calls are seams: every second fault comes after the call was applied. The
 * whole store can be made unavailable.
 */
final class SeamStore implements LeaseStore {

	private final LeaseStore store;

	private final Seams seams;

	private boolean down;

	private boolean readOnly;

	private boolean full;

	SeamStore(LeaseStore store, Seams seams) {
		this.store = store;
		this.seams = seams;
	}

	void down(boolean down) {
		this.down = down;
	}

	/** Whether the user has no right to write. */
	void readOnly(boolean readOnly) {
		this.readOnly = readOnly;
	}

	/** Whether no term can be acquired, while others are renewed. */
	void full(boolean full) {
		this.full = full;
	}

	private <O> List<O> call(String operation, Supplier<List<O>> call) {
		if (this.down) {
			throw new NoAnswerException("down", null);
		}
		if (this.readOnly && !operation.equals("observe")) {
			throw new MissingRightException("No right to write. Grant it.", null);
		}
		boolean due = this.seams.due(operation);
		if (due && this.seams.calls() % 2 != 0) {
			throw Seams.<RuntimeException>sneaky(this.seams.fault());
		}
		List<O> outcomes = call.get();
		if (due) {
			throw Seams.<RuntimeException>sneaky(this.seams.fault());
		}
		return outcomes;
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		if (this.full) {
			SharedFailureException cause = new SharedFailureException("No room. Make some.", null);
			return Collections.nCopies(batch.size(), new Outcome.Unknown(cause));
		}
		return call("acquire", () -> this.store.acquire(batch, timeout));
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return call("renew", () -> this.store.renew(batch, timeout));
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return call("release", () -> this.store.release(batch, timeout));
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return call("observe", () -> this.store.observe(batch, timeout));
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		this.seams.pass("watch");
		Watch watch = this.store.watch(namespace, listener);
		return () -> {
			watch.close();
			this.seams.pass("close watch");
		};
	}

	@Override
	public void close() {
		this.store.close();
	}

}
