/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.delivery;

import io.leaderelection.store.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The client that has a lease although it is not a candidate, and the warning about it:
 * one for each such client, until a candidate has the lease or the record is free. Used
 * only by the loop, unless stated otherwise.
 */
public final class OtherHolder {

	private final String what;

	private final AsyncLog log;

	private volatile @Nullable String name;

	/**
	 * Creates an object that knows of no such client.
	 * @param what what the messages are about; they begin with it
	 * @param log writes the messages
	 */
	public OtherHolder(String what, AsyncLog log) {
		this.what = what;
		this.log = log;
	}

	/**
	 * Returns the name that the client has entered. On any thread.
	 * @return the name, or {@code null} if nobody but a candidate has the lease
	 */
	public @Nullable String name() {
		return this.name;
	}

	/**
	 * Notes an answer of the store.
	 * @param outcome the answer; an unknown one changes nothing
	 */
	public void received(Outcome outcome) {
		if (outcome instanceof Outcome.Leased leased) {
			String remedy = leased.remedy();
			String name = (remedy != null) ? leased.candidate() : null;
			if (name != null && !name.equals(this.name)) {
				this.log.warn(
						"{}: '{}', which is not a candidate, is entered as holder of the lease, for {} s more. "
								+ "Nobody leads until then. {}",
						this.what, AsyncLog.line(name), leased.remaining().toSeconds(), remedy);
			}
			this.name = name;
		}
		else if (outcome instanceof Outcome.Free || outcome instanceof Outcome.Granted) {
			this.name = null;
		}
	}

}
