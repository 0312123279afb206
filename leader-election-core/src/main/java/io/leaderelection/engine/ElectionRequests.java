/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.leaderelection.LeaderWork;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.LeadershipListener;
import io.leaderelection.Registration;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Input;
import org.jspecify.annotations.Nullable;

/** Takes the requests of all threads to an election. */
interface ElectionRequests {

	/** Passes an input that cannot fail to the protocol. */
	default CompletionStage<Void> handover(Input input) {
		return handover(input, () -> null);
	}

	/**
	 * Passes an input to the protocol.
	 * @param failure returns on the loop why it failed, or {@code null}
	 * @return completed when the handover is over that it causes, if any
	 */
	CompletionStage<Void> handover(Input input, Supplier<@Nullable Throwable> failure);

	/** Returns the settings of the candidate. */
	CandidateProfile profile();

	Registration runWhileLeader(LeaderWork work, LeaderWorkOptions options);

	Registration addListener(LeadershipListener listener);

}
