/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.convert.DurationStyle;

/**
 * Shows who leads, and hands leadership over. Read-only unless access to it is raised.
 */
@Endpoint(id = "leader", defaultAccess = Access.READ_ONLY)
public class LeaderEndpoint {

	static final String STEP_DOWN = "STEP_DOWN";

	private final LeaderElections elections;

	/**
	 * Creates the endpoint.
	 * @param elections the elections of this instance
	 */
	public LeaderEndpoint(LeaderElections elections) {
		this.elections = elections;
	}

	/**
	 * All elections of this instance.
	 * @return the elections
	 */
	@ReadOperation
	public LeaderElectionsDescriptor elections() {
		Map<String, ElectionDescriptor> entries = new TreeMap<>();
		this.elections.all().forEach((election) -> entries.put(election.name(), ElectionDescriptor.of(election)));
		return LeaderElectionsDescriptor.of(this.elections, entries);
	}

	/**
	 * One election of this instance.
	 * @param election its name
	 * @return the election, or {@code null} if it is not known here
	 */
	@ReadOperation
	public @Nullable ElectionDescriptor election(@Selector String election) {
		return this.elections.find(election).map(ElectionDescriptor::of).orElse(null);
	}

	/**
	 * Acts on an election.
	 * @param election its name
	 * @param action {@code STEP_DOWN}
	 * @param coolDown how long not to contend afterwards, such as {@code PT30S}, or
	 * {@code null} for what is configured
	 * @return the election as it is then, or {@code null} if it is not known here
	 * @throws InvalidEndpointRequestException if action or duration are not understood
	 */
	@WriteOperation
	public @Nullable ElectionDescriptor changeLeadership(@Selector String election, @Nullable String action,
			@Nullable String coolDown) {
		Optional<LeaderElection> found = this.elections.find(election);
		if (found.isEmpty()) {
			return null;
		}
		if (!STEP_DOWN.equals(action)) {
			throw invalid("Unknown action. Use one of: " + STEP_DOWN);
		}
		if (coolDown == null || coolDown.isBlank()) {
			found.get().stepDown();
		}
		else {
			found.get().stepDown(duration(coolDown));
		}
		return ElectionDescriptor.of(found.get());
	}

	private static Duration duration(String text) {
		Duration duration = parse(text);
		if (duration == null || duration.isNegative() || duration.compareTo(Duration.ofDays(365)) > 0) {
			throw invalid("coolDown is no duration between 0s and 365d. Use a text such as PT30S or 30s");
		}
		return duration;
	}

	private static @Nullable Duration parse(String text) {
		try {
			return DurationStyle.detectAndParse(text.trim());
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			return null;
		}
	}

	private static InvalidEndpointRequestException invalid(String reason) {
		return new InvalidEndpointRequestException(reason, reason);
	}

}
