/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.leaderelection.observation.LeaderElectionObservationDocumentation.ObservationKey;
import io.micrometer.common.KeyValues;

/**
 * Context of a call to the store. The outcome is {@code success} or {@code failure}.
 */
public final class StoreCallObservationContext extends LeaderElectionObservationContext {

	private final String operation;

	private final String backend;

	private final int commands;

	StoreCallObservationContext(String operation, String backend, int commands) {
		this.operation = operation;
		this.backend = backend;
		this.commands = commands;
	}

	/**
	 * Returns the kind of commands in the call.
	 * @return {@code acquire}, {@code renew}, {@code release} or {@code observe}
	 */
	public String getOperation() {
		return this.operation;
	}

	/**
	 * Returns the name of the store.
	 * @return the name
	 */
	public String getBackend() {
		return this.backend;
	}

	/**
	 * Returns the number of commands in the call.
	 * @return the number, 1 or more
	 */
	public int getCommands() {
		return this.commands;
	}

	@Override
	LeaderElectionObservationDocumentation documentation() {
		return LeaderElectionObservationDocumentation.STORE_CALL;
	}

	@Override
	String contextualName() {
		return "lease-store " + this.operation;
	}

	@Override
	KeyValues lowCardinality() {
		return KeyValues.of(ObservationKey.OPERATION.withValue(this.operation),
				ObservationKey.BACKEND.withValue(this.backend));
	}

	@Override
	KeyValues highCardinality() {
		return KeyValues.of(ObservationKey.COMMANDS.withValue(String.valueOf(this.commands)));
	}

}
