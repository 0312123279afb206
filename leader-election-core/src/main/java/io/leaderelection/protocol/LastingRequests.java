/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.leaderelection.TransitionCause;

/**
 * The requests to a candidate that still count when it starts anew. Not thread-safe.
 */
public final class LastingRequests {

	private boolean started;

	private boolean watchLive;

	private boolean othersFirst;

	private final Set<TransitionCause> withheld = EnumSet.noneOf(TransitionCause.class);

	/**
	 * Notes a request; other inputs have no effect.
	 * @param input the input
	 */
	public void note(Input input) {
		if (input instanceof Input.Start) {
			this.started = true;
		}
		else if (input instanceof Input.Stop) {
			this.started = false;
		}
		else if (input instanceof Input.Pause pause) {
			this.withheld.add(pause.cause());
		}
		else if (input instanceof Input.Resume resume) {
			this.withheld.remove(resume.cause());
		}
		else if (input instanceof Input.WatchLive live) {
			this.watchLive = live.live();
		}
		else if (input instanceof Input.OthersFirst others) {
			this.othersFirst = others.first();
		}
	}

	/**
	 * Returns inputs that repeat the requests.
	 * @return the inputs for a new candidate, in order
	 */
	public List<Input> inputs() {
		List<Input> inputs = new ArrayList<>();
		inputs.add(new Input.WatchLive(this.watchLive));
		inputs.add(new Input.OthersFirst(this.othersFirst));
		this.withheld.forEach((cause) -> inputs.add(new Input.Pause(cause)));
		if (this.started) {
			inputs.add(new Input.Start());
		}
		return inputs;
	}

}
