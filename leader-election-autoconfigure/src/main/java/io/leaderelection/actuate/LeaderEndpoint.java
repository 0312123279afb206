/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.PartitionedElection;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Shows who leads, hands over leadership, and pauses elections. Read-only unless its
 * access is configured otherwise.
 */
@Endpoint(id = "leader", defaultAccess = Access.READ_ONLY)
public class LeaderEndpoint {

	/** The principal of a caller over JMX or of an anonymous caller. */
	static final String UNKNOWN = "unknown";

	private final LeaderElections elections;

	private final List<ElectionDetails> details;

	private final ApplicationEventPublisher publisher;

	private final Show showValues;

	/**
	 * Creates the endpoint.
	 * @param elections the elections of this instance
	 * @param details what features add to an election
	 * @param publisher publishes an event for every action
	 * @param showValues when to show the values of checkpoints
	 */
	public LeaderEndpoint(LeaderElections elections, List<ElectionDetails> details, ApplicationEventPublisher publisher,
			Show showValues) {
		this.elections = elections;
		this.details = List.copyOf(details);
		this.publisher = publisher;
		this.showValues = showValues;
	}

	/**
	 * Returns all elections of this instance.
	 * @return the elections
	 */
	@ReadOperation(producesFrom = LeaderEndpointFormat.class) // as its web extension
	public LeaderElectionsDescriptor elections() {
		return elections(isShown());
	}

	LeaderElectionsDescriptor elections(boolean showValues) {
		Map<String, ElectionDescriptor> entries = new TreeMap<>();
		PartitionsDescriptor.whole(this.elections)
			.forEach((election) -> entries.put(election.name(), descriptor(election, showValues, false)));
		return LeaderElectionsDescriptor.of(this.elections, entries);
	}

	/**
	 * Returns one election of this instance.
	 * @param election the name of the election or of one of its partitions
	 * @return an {@link ElectionDescriptor}; a {@link PartitionsDescriptor} if the
	 * election is divided into partitions; or {@code null} if this instance does not know
	 * it
	 */
	@ReadOperation(producesFrom = LeaderEndpointFormat.class)
	public @Nullable OperationResponseBody election(@Selector String election) {
		return election(election, isShown());
	}

	@Nullable OperationResponseBody election(String election, boolean showValues) {
		Optional<LeaderElection> found = this.elections.find(election);
		return found.isPresent() ? descriptor(found.get(), showValues, true)
				: this.elections.findPartitioned(election).map(PartitionsDescriptor::of).orElse(null);
	}

	/** The caller of an endpoint over JMX is not known, so it counts as unauthorized. */
	private boolean isShown() {
		return this.showValues == Show.ALWAYS;
	}

	/**
	 * Performs an action on an election.
	 * @param election its name; for an election that is divided, the action applies to
	 * all its partitions
	 * @param action {@code STEP_DOWN}, {@code PAUSE}, {@code RESUME}, {@code SUSPEND},
	 * {@code UNSUSPEND}, {@code FORGET} or {@code RUN_NOW}
	 * @param coolDown how long not to contend after a step-down, such as {@code PT30S} or
	 * {@code 30s}, with a unit; or {@code null} for the configured duration
	 * @param checkpoint the checkpoint to forget, or {@code *} for all; or {@code null}
	 * @param tick the tick to run, or {@code null}
	 * @param reason why the election is suspended, or {@code null}
	 * @return the state of the election afterwards, or {@code null} if this instance does
	 * not know it
	 * @throws InvalidEndpointRequestException if the request is not valid, or cannot be
	 * performed on this instance
	 */
	@WriteOperation
	public @Nullable OperationResponseBody changeLeadership(@Selector String election, @Nullable String action,
			@Nullable String coolDown, @Nullable String checkpoint, @Nullable String tick, @Nullable String reason) {
		return change(election, () -> request(action, coolDown, checkpoint, tick, reason), UNKNOWN, isShown());
	}

	LeaderRequest request(@Nullable String action, @Nullable String coolDown, @Nullable String checkpoint,
			@Nullable String tick, @Nullable String reason) {
		Map<String, @Nullable String> options = new HashMap<>();
		options.put("checkpoint", checkpoint);
		options.put("tick", tick);
		options.put(LeaderRequest.REASON, reason);
		return LeaderRequest.of(action, coolDown, options, actions());
	}

	/** Returns the actions that features add. */
	List<ElectionAction> actions() {
		return this.details.stream().map(ElectionDetails::action).filter(Objects::nonNull).toList();
	}

	@Nullable OperationResponseBody change(String name, Supplier<LeaderRequest> reader, String principal, boolean showValues) {
		Optional<LeaderElection> election = this.elections.find(name);
		Optional<PartitionedElection> divided = this.elections.findPartitioned(name);
		if (election.isEmpty() && divided.isEmpty()) {
			return null;
		}
		LeaderRequest request = reader.get();
		election.ifPresentOrElse((one) -> request.perform(one), () -> divided.ifPresent(request::perform));
		audit(principal, request, name);
		return election(name, showValues);
	}

	/** An application with an {@code AuditEventRepository} stores the event. */
	private void audit(String principal, LeaderRequest request, String election) {
		Map<String, @Nullable Object> data = new LinkedHashMap<>();
		data.put("election", election);
		data.put("instance", this.elections.instance());
		data.putAll(request.details());
		this.publisher.publishEvent(new AuditApplicationEvent(principal, "LEADER_ELECTION_" + request.name(), data));
	}

	private ElectionDescriptor descriptor(LeaderElection election, boolean showValues, boolean withHistory) {
		return ElectionDescriptor.of(election, this.details, showValues, withHistory);
	}

}
