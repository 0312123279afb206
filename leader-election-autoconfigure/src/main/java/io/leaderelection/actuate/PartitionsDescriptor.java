/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import io.leaderelection.ElectionStatus;
import io.leaderelection.Leader;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Partition;
import io.leaderelection.PartitionedElection;
import io.leaderelection.TransitionCause;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The leaders of the partitions of a divided election, as the endpoints return them.
 *
 * @param partitions the number of partitions, as configured here
 * @param leading the partitions that this instance leads
 * @param leaders the partitions of each known leader, by its candidate id
 * @param vacant the partitions without a known leader, or {@code null} if there are none
 * @param suspended the partitions that are known to be suspended, or {@code null} if
 * there are none
 * @param withheldBy why this instance must not contend for some or all of them, or
 * {@code null} if it may
 * @param problem why this instance contends for none of them, or {@code null}
 */
public record PartitionsDescriptor(int partitions, List<Integer> leading, Map<String, List<Integer>> leaders,
		@Nullable List<Integer> vacant, @Nullable List<Integer> suspended, @Nullable List<String> withheldBy,
		@Nullable String problem) implements OperationResponseBody {

	static PartitionsDescriptor of(PartitionedElection divided) {
		List<LeaderElection> partitions = divided.partitions();
		List<Integer> leading = new ArrayList<>();
		List<Integer> vacant = new ArrayList<>();
		List<Integer> suspended = new ArrayList<>();
		Map<String, List<Integer>> leaders = new TreeMap<>();
		TreeSet<TransitionCause> causes = new TreeSet<>();
		for (int number = 0; number < partitions.size(); number++) {
			LeaderElection partition = partitions.get(number);
			if (partition.isLeader()) {
				leading.add(number);
			}
			ElectionStatus status = partition.status();
			Leader leader = status.leader();
			if (status.suspension() != null) {
				suspended.add(number);
			}
			else if (leader == null) {
				vacant.add(number);
			}
			else {
				leaders.computeIfAbsent(UntrustedText.clean(leader.id()), (id) -> new ArrayList<>()).add(number);
			}
			causes.addAll(status.withheldBy());
		}
		return new PartitionsDescriptor(partitions.size(), leading, leaders, known(vacant), known(suspended),
				causes.isEmpty() ? null : causes.stream().map(Enum::name).toList(), divided.problem());
	}

	private static @Nullable List<Integer> known(List<Integer> numbers) {
		return numbers.isEmpty() ? null : numbers;
	}

	static @Nullable Map<String, PartitionsDescriptor> of(LeaderElections elections) {
		Map<String, PartitionsDescriptor> divided = new TreeMap<>();
		elections.partitioned().forEach((one) -> divided.put(one.name(), of(one)));
		return divided.isEmpty() ? null : divided;
	}

	/** Returns the elections that are not partitions of another. */
	static List<LeaderElection> whole(LeaderElections elections) {
		return elections.all().stream().filter((election) -> {
			Partition partition = Partition.parse(election.name());
			return partition == null || elections.findPartitioned(partition.election()).isEmpty();
		}).toList();
	}

}
