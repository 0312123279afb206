/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.work.LibraryNotes;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Shows who leads, hands leadership over, and pauses. Read-only unless access to it is
 * raised.
 */
@Endpoint(id = "leader", defaultAccess = Access.READ_ONLY)
public class LeaderEndpoint {

	/** Which would be taken for milliseconds. */
	private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+");

	private final LeaderElections elections;

	private final LeaderAudit audit;

	private final Show showValues;

	/**
	 * Creates the endpoint.
	 * @param elections the elections of this instance
	 * @param publisher receives an event for every action
	 * @param showValues when to show the values of checkpoints
	 */
	public LeaderEndpoint(LeaderElections elections, ApplicationEventPublisher publisher, Show showValues) {
		this.elections = elections;
		this.audit = new LeaderAudit(publisher);
		this.showValues = showValues;
	}

	/**
	 * All elections of this instance.
	 * @return the elections
	 */
	@ReadOperation
	public LeaderElectionsDescriptor elections() {
		return elections(isShown());
	}

	LeaderElectionsDescriptor elections(boolean showValues) {
		Map<String, ElectionDescriptor> entries = new TreeMap<>();
		this.elections.all()
			.forEach((election) -> entries.put(election.name(), ElectionDescriptor.of(election, showValues)));
		return LeaderElectionsDescriptor.of(this.elections, entries);
	}

	/**
	 * One election of this instance.
	 * @param election its name
	 * @return the election, or {@code null} if it is not known here
	 */
	@ReadOperation
	public @Nullable ElectionDescriptor election(@Selector String election) {
		return election(election, isShown());
	}

	@Nullable ElectionDescriptor election(String election, boolean showValues) {
		return this.elections.find(election).map((found) -> ElectionDescriptor.of(found, showValues)).orElse(null);
	}

	/** To whom is not known. */
	private boolean isShown() {
		return this.showValues == Show.ALWAYS;
	}

	/**
	 * Acts on an election.
	 * @param election its name
	 * @param action {@code STEP_DOWN}, {@code PAUSE}, {@code RESUME} or {@code FORGET}
	 * @param coolDown how long not to contend after a step-down, such as {@code PT30S} or
	 * {@code 30s}, not a number without a unit; or {@code null} for what is configured
	 * @param checkpoint the checkpoint to forget, or {@code *} for all
	 * @return the election as it is then, or {@code null} if it is not known here
	 * @throws InvalidEndpointRequestException if action or duration are not understood
	 */
	@WriteOperation
	public @Nullable ElectionDescriptor changeLeadership(@Selector String election, @Nullable String action,
			@Nullable String coolDown, @Nullable String checkpoint) {
		return change(election, action, coolDown, checkpoint, LeaderAudit.UNKNOWN, isShown());
	}

	@Nullable ElectionDescriptor change(String election, @Nullable String action, @Nullable String coolDown,
			@Nullable String checkpoint, String principal, boolean showValues) {
		Optional<LeaderElection> found = this.elections.find(election);
		if (found.isEmpty()) {
			return null;
		}
		LeaderAction known = LeaderAction.named(action)
			.orElseThrow(() -> invalid("Unknown action. Use one of: " + String.join(", ", LeaderAction.NAMES)));
		Duration duration = (coolDown != null && !coolDown.isBlank()) ? duration(coolDown) : null;
		if (duration != null && known != LeaderAction.STEP_DOWN) {
			throw invalid("coolDown goes with STEP_DOWN only. Leave it out");
		}
		if ((known == LeaderAction.FORGET) == (checkpoint == null || checkpoint.isBlank())) {
			throw invalid(
					(known == LeaderAction.FORGET) ? "FORGET needs a checkpoint. Name one, or * for all of the election"
							: "checkpoint goes with FORGET only. Leave it out");
		}
		act(found.get(), known, duration, checkpoint);
		this.audit.acted(principal, known, found.get().name(), this.elections.instance(), duration, checkpoint);
		return ElectionDescriptor.of(found.get(), showValues);
	}

	@SuppressWarnings("FutureReturnValueIgnored") // the answer does not wait for a
													// handover
	private static void act(LeaderElection election, LeaderAction action, @Nullable Duration coolDown,
			@Nullable String checkpoint) {
		switch (action) {
			case STEP_DOWN -> {
				if (coolDown != null) {
					election.stepDown(coolDown);
				}
				else {
					election.stepDown();
				}
			}
			case PAUSE -> election.pause();
			case RESUME -> election.resume();
			case FORGET -> forget(election, "*".equals(checkpoint) ? null : checkpoint);
		}
	}

	/** Waits for two operation timeouts at most. */
	private static void forget(LeaderElection election, @Nullable String checkpoint) {
		Leadership term = election.leadership()
			.orElseThrow(() -> invalid("This instance does not lead the election. Send the request to its leader"));
		try {
			LibraryNotes.of(term).forget(checkpoint).toCompletableFuture().get();
		}
		catch (ExecutionException ex) {
			throw invalid("The checkpoint is not removed, or that is unknown: "
					+ Objects.requireNonNullElse(ex.getCause(), ex).getMessage());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw invalid("The request was interrupted. Whether the checkpoint is removed is unknown");
		}
		catch (IllegalArgumentException | IllegalStateException | UnsupportedOperationException ex) {
			throw invalid(UntrustedText.clean(String.valueOf(ex.getMessage())));
		}
	}

	private static Duration duration(String text) {
		if (NUMBER.matcher(text.trim()).matches()) {
			throw invalid(
					"coolDown " + UntrustedText.clean(text.trim()) + " has no unit. Use a text such as PT30S or 30s");
		}
		Duration duration = parse(text);
		if (duration == null || duration.isNegative() || duration.compareTo(Duration.ofDays(365)) > 0) {
			throw invalid("coolDown is not a valid duration between 0s and 365d. Use a text such as PT30S or 30s");
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
