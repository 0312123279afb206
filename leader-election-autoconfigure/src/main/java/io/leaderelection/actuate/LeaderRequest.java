/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import io.leaderelection.ElectionStatus;
import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.NotLeaderException;
import io.leaderelection.PartitionedElection;
import io.leaderelection.TransitionCause;
import io.leaderelection.partition.PartitionAgreement;
import io.leaderelection.schedule.Ticks;
import io.leaderelection.work.LibraryNotes;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.StringUtils;

/**
 * A request to the endpoint {@code leader}.
 *
 * @param action the action
 * @param coolDown how long not to contend after a step-down, or {@code null}
 * @param checkpoint the checkpoint to forget, {@code *} for all, or {@code null}
 * @param tick the tick to run, or {@code null}
 */
record LeaderRequest(LeaderAction action, @Nullable Duration coolDown, @Nullable String checkpoint,
		@Nullable String tick) {

	/** A number without a unit, which would be parsed as milliseconds. */
	private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+");

	private static final Duration LONGEST = Duration.ofDays(365);

	/**
	 * Parses a request.
	 * @throws InvalidEndpointRequestException if it is not valid
	 */
	static LeaderRequest of(@Nullable String action, @Nullable String coolDown, @Nullable String checkpoint,
			@Nullable String tick) {
		LeaderAction known = LeaderAction.named(action)
			.orElseThrow(() -> invalid("Unknown action. Use one of: " + String.join(", ", LeaderAction.NAMES)));
		Duration duration = StringUtils.hasText(coolDown) ? duration(coolDown.trim()) : null;
		if (duration != null && known != LeaderAction.STEP_DOWN) {
			throw invalid("coolDown goes with STEP_DOWN only. Leave it out");
		}
		checkGiven("checkpoint", checkpoint, known, LeaderAction.FORGET, "Name one, or * for all of the election");
		checkGiven("tick", tick, known, LeaderAction.RUN_NOW, "Name one");
		return new LeaderRequest(known, duration, checkpoint, tick);
	}

	private static void checkGiven(String parameter, @Nullable String value, LeaderAction action, LeaderAction needsIt,
			String remedy) {
		if (action == needsIt && !StringUtils.hasText(value)) {
			throw invalid(needsIt + " needs a " + parameter + ". " + remedy);
		}
		if (action != needsIt && StringUtils.hasText(value)) {
			throw invalid(parameter + " goes with " + needsIt + " only. Leave it out");
		}
	}

	private static Duration duration(String text) {
		if (NUMBER.matcher(text).matches()) {
			throw invalid("coolDown " + UntrustedText.clean(text) + " has no unit. Use a text such as PT30S or 30s");
		}
		try {
			Duration duration = DurationStyle.detectAndParse(text);
			if (!duration.isNegative() && duration.compareTo(LONGEST) <= 0) {
				return duration;
			}
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			// Refused as one that is out of range
		}
		throw invalid("coolDown is not a valid duration between 0s and 365d. Use a text such as PT30S or 30s");
	}

	/** Returns what describes the request in its audit event. */
	Map<String, @Nullable Object> details() {
		Map<String, @Nullable Object> details = new LinkedHashMap<>();
		details.put("coolDown", (this.coolDown != null) ? this.coolDown.toString() : null);
		details.put("checkpoint", this.checkpoint);
		details.put("tick", this.tick);
		details.values().removeIf(Objects::isNull);
		return details;
	}

	/**
	 * Performs the action. A handover continues after the response.
	 * @throws InvalidEndpointRequestException if it cannot be performed
	 */
	void perform(LeaderElection election, Ticks ticks) {
		switch (this.action) {
			case STEP_DOWN, PAUSE, RESUME -> change(List.of(election), () -> notHere(election));
			case FORGET -> {
				Leadership term = election.leadership().orElseThrow(() -> notHere(election));
				forget(() -> LibraryNotes.of(term).forget("*".equals(this.checkpoint) ? null : this.checkpoint));
			}
			case RUN_NOW -> run(election, ticks);
		}
	}

	/**
	 * Performs the action on all partitions of an election.
	 * @throws InvalidEndpointRequestException if it cannot be performed
	 */
	void perform(PartitionedElection divided) {
		switch (this.action) {
			case STEP_DOWN, PAUSE, RESUME -> change(divided.partitions(), () -> invalid(
					"This instance leads no partition of the election. Send the request to one that does"));
			case FORGET -> {
				if (!"*".equals(this.checkpoint) && !PartitionAgreement.CHECKPOINT.equals(this.checkpoint)) {
					throw invalid("An election that is divided into partitions has the checkpoint '"
							+ PartitionAgreement.CHECKPOINT + "' alone. Name that, or a partition");
				}
				forget(divided::forgetNumber);
			}
			case RUN_NOW -> throw invalid("An election that is divided into partitions has no ticks");
		}
	}

	private void change(List<LeaderElection> elections, Supplier<InvalidEndpointRequestException> notLeading) {
		boolean changed = false;
		for (LeaderElection election : elections) {
			changed |= change(election);
		}
		if (!changed) {
			throw switch (this.action) {
				case PAUSE -> invalid("The election is already paused on this instance");
				case RESUME -> invalid("The election is not paused on this instance."
						+ " Its state shows what else keeps it from contending");
				default -> notLeading.get();
			};
		}
	}

	/** Performs the action, and returns whether it changes something. */
	@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for the handover
	private boolean change(LeaderElection election) {
		ElectionStatus status = election.status();
		boolean paused = status.withheldBy().contains(TransitionCause.PAUSED);
		if (this.action == LeaderAction.PAUSE) {
			election.pause();
			return !paused;
		}
		if (this.action == LeaderAction.RESUME) {
			election.resume();
			return paused;
		}
		if (this.coolDown != null) {
			election.stepDown(this.coolDown);
		}
		else {
			election.stepDown();
		}
		return switch (status.state()) {
			case PENDING, LEADER, DRAINING -> true;
			case FOLLOWER, PAUSED, STOPPED -> false;
		};
	}

	/** Waits up to three operation timeouts, for the number of partitions some leases. */
	private static void forget(Supplier<CompletionStage<Void>> request) {
		try {
			request.get().toCompletableFuture().get();
		}
		catch (ExecutionException ex) {
			throw invalid("The checkpoint may not have been removed: "
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

	private void run(LeaderElection election, Ticks ticks) {
		if (election.leadership().isEmpty()) {
			// First, because the leader may run a version with other ticks
			throw notHere(election);
		}
		try {
			ticks.runNow(election.name(), String.valueOf(this.tick));
		}
		catch (NotLeaderException ex) {
			throw notHere(election);
		}
		catch (IllegalArgumentException | IllegalStateException ex) {
			throw invalid(UntrustedText.clean(String.valueOf(ex.getMessage())));
		}
	}

	private static InvalidEndpointRequestException notHere(LeaderElection election) {
		String leader = election.leader().map((known) -> ", " + UntrustedText.clean(known.id())).orElse("");
		return invalid("This instance does not lead the election. Send the request to its leader" + leader);
	}

	private static InvalidEndpointRequestException invalid(String reason) {
		return new InvalidEndpointRequestException(reason, reason);
	}

}
