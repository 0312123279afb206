/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.LeaderElection;
import io.leaderelection.NotLeaderException;
import io.leaderelection.PartitionedElection;
import io.leaderelection.Suspension;
import io.leaderelection.TransitionCause;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.StringUtils;

/**
 * A request to the endpoint {@code leader}.
 *
 * @param action the action, or {@code null} if a feature adds it
 * @param added the action that a feature adds, or {@code null}
 * @param coolDown how long not to contend after a step-down, or {@code null}
 * @param option the value of the option that {@code added} needs, or the reason of a
 * suspension; otherwise empty
 */
record LeaderRequest(@Nullable LeaderAction action, @Nullable ElectionAction added, @Nullable Duration coolDown,
		String option) {

	/** A number without a unit, which would be parsed as milliseconds. */
	private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+");

	static final String REASON = "reason";

	private static final Duration LONGEST = Duration.ofDays(365);

	/**
	 * Parses a request.
	 * @param action the name of the action
	 * @param coolDown how long not to contend, as a text
	 * @param options the options of the actions that features add, by name
	 * @param added these actions
	 * @throws InvalidEndpointRequestException if it is not valid
	 */
	static LeaderRequest of(@Nullable String action, @Nullable String coolDown, Map<String, @Nullable String> options,
			List<ElectionAction> added) {
		LeaderAction known = (action != null) ? LeaderAction.named(action).orElse(null) : null;
		ElectionAction chosen = added.stream().filter((one) -> one.name().equals(action)).findFirst().orElse(null);
		if (known == null && chosen == null) {
			throw invalid("Unknown action. Use one of: " + String.join(", ", names(added)));
		}
		Duration duration = StringUtils.hasText(coolDown) ? duration(coolDown.trim()) : null;
		if (duration != null && known != LeaderAction.STEP_DOWN) {
			throw invalid("coolDown goes with STEP_DOWN only. Leave it out");
		}
		for (ElectionAction one : added) {
			checkGiven(one, options.get(one.option()), one.equals(chosen));
		}
		String reason = options.get(REASON);
		if (StringUtils.hasText(reason) != (known == LeaderAction.SUSPEND)) {
			throw invalid((known == LeaderAction.SUSPEND)
					? "SUSPEND needs a reason. Say why, for those who wonder why nothing runs"
					: "reason goes with SUSPEND only. Leave it out");
		}
		String option = (chosen != null) ? options.get(chosen.option()) : reason;
		return new LeaderRequest(known, chosen, duration, (option != null) ? option : "");
	}

	/** Returns the names of all actions. */
	static List<String> names(List<ElectionAction> added) {
		return Stream
			.concat(Arrays.stream(LeaderAction.values()).map(Enum::name), added.stream().map(ElectionAction::name))
			.toList();
	}

	private static void checkGiven(ElectionAction action, @Nullable String option, boolean chosen) {
		if (chosen && !StringUtils.hasText(option)) {
			throw invalid(action.name() + " needs a " + action.option() + ". " + action.remedy());
		}
		if (!chosen && StringUtils.hasText(option)) {
			throw invalid(action.option() + " goes with " + action.name() + " only. Leave it out");
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

	/** Returns the name of the action. */
	String name() {
		return (this.added != null) ? this.added.name() : String.valueOf(this.action);
	}

	/** Returns what describes the request in its audit event. */
	Map<String, @Nullable Object> details() {
		Map<String, @Nullable Object> details = new LinkedHashMap<>();
		if (this.coolDown != null) {
			details.put("coolDown", this.coolDown.toString());
		}
		if (!this.option.isEmpty()) {
			details.put((this.added != null) ? this.added.option() : REASON, this.option);
		}
		return details;
	}

	/**
	 * Performs the action. A handover continues after the response.
	 * @throws InvalidEndpointRequestException if it cannot be performed
	 */
	void perform(LeaderElection election) {
		if (this.added == null) {
			change(List.of(election), () -> notHere(election));
		}
		else if (election.leadership().isEmpty()) {
			// First, because the leader may run a version that knows other values
			throw notHere(election);
		}
		else {
			try {
				this.added.whole().accept(election, this.option);
			}
			catch (NotLeaderException ex) {
				throw notHere(election);
			}
			catch (IllegalArgumentException | IllegalStateException | UnsupportedOperationException ex) {
				throw refused(ex);
			}
		}
	}

	/**
	 * Performs the action on all partitions of an election.
	 * @throws InvalidEndpointRequestException if it cannot be performed
	 */
	void perform(PartitionedElection divided) {
		if (this.added == null) {
			change(divided.partitions(), () -> invalid(
					"This instance leads no partition of the election. Send the request to one that does"));
			return;
		}
		try {
			this.added.divided().accept(divided, this.option);
		}
		catch (IllegalArgumentException | IllegalStateException | UnsupportedOperationException ex) {
			throw refused(ex);
		}
	}

	private static InvalidEndpointRequestException refused(RuntimeException failure) {
		return invalid(UntrustedText.clean(String.valueOf(failure.getMessage())));
	}

	private void change(List<LeaderElection> elections, Supplier<InvalidEndpointRequestException> notLeading) {
		boolean changed = false;
		for (LeaderElection election : elections) {
			changed |= change(election);
		}
		if (!changed) {
			throw switch (Objects.requireNonNull(this.action)) {
				case PAUSE -> invalid("The election is already paused on this instance");
				case RESUME -> invalid("The election is not paused on this instance."
						+ " Its state shows what else keeps it from contending");
				case STEP_DOWN -> notLeading.get();
				case SUSPEND, UNSUSPEND -> notChanged(elections, notLeading);
			};
		}
	}

	private InvalidEndpointRequestException notChanged(List<LeaderElection> elections,
			Supplier<InvalidEndpointRequestException> notLeading) {
		if (this.action == LeaderAction.SUSPEND && elections.stream().anyMatch(LeaderRequest::isSuspended)) {
			return invalid("The election is suspended already. UNSUSPEND ends that");
		}
		if (this.action == LeaderAction.UNSUSPEND && elections.stream().anyMatch(LeaderElection::isLeader)) {
			return invalid("The election is not suspended");
		}
		return notLeading.get();
	}

	private static boolean isSuspended(LeaderElection election) {
		return election.status().state() == ElectionState.SUSPENDED;
	}

	/** Suspends or unsuspends, and returns whether this instance could. */
	@SuppressWarnings("FutureReturnValueIgnored") // the state shows when it is done
	private boolean changeSuspension(LeaderElection election) {
		boolean suspend = this.action == LeaderAction.SUSPEND;
		if (!(suspend ? election.isLeader() : isSuspended(election))) {
			return false;
		}
		try {
			if (suspend) {
				election.suspend(this.option);
			}
			else {
				election.unsuspend();
			}
			return true;
		}
		catch (NotLeaderException ex) {
			return false;
		}
		catch (IllegalArgumentException | IllegalStateException | UnsupportedOperationException ex) {
			throw refused(ex);
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
		if (this.action == LeaderAction.SUSPEND || this.action == LeaderAction.UNSUSPEND) {
			return changeSuspension(election);
		}
		if (this.coolDown != null) {
			election.stepDown(this.coolDown);
		}
		else {
			election.stepDown();
		}
		return switch (status.state()) {
			case PENDING, LEADER, SUSPENDED, DRAINING -> true;
			case FOLLOWER, PAUSED, STOPPED -> false;
		};
	}

	private static InvalidEndpointRequestException notHere(LeaderElection election) {
		Suspension suspension = election.status().suspension();
		String leader = election.leader().map((known) -> UntrustedText.clean(known.id())).orElse(null);
		if (suspension != null) {
			return invalid("The election is suspended: " + UntrustedText.clean(suspension.reason()) + ((leader != null)
					? ". To end that, send UNSUSPEND to " + leader : ". End that first, with UNSUSPEND"));
		}
		return invalid("This instance does not lead the election. Send the request to its leader"
				+ ((leader != null) ? ", " + leader : ""));
	}

	private static InvalidEndpointRequestException invalid(String reason) {
		return new InvalidEndpointRequestException(reason, reason);
	}

}
