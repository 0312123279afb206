/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.Partition;
import io.leaderelection.PartitionedElection;
import io.leaderelection.delivery.Audience;
import io.leaderelection.engine.Companion;
import io.leaderelection.engine.Election;
import io.leaderelection.engine.ElectionLoop;
import io.leaderelection.engine.ElectionSettings;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.store.ElectionKey;

/**
 * The partitioned elections of an engine. They are divided before the engine is used.
 */
public final class PartitionGroups implements Companion {

	private final ElectionLoop loop;

	private final Companion.Candidates candidates;

	private final String namespace;

	private final boolean observe;

	private final Map<String, PartitionGroup> groups = new TreeMap<>();

	/**
	 * Creates an object without partitions.
	 * @param loop the loop of the engine
	 * @param candidates the candidates of the engine
	 * @param namespace the namespace of the elections
	 * @param observe whether a number is on record, which others use as well
	 */
	public PartitionGroups(ElectionLoop loop, Companion.Candidates candidates, String namespace, boolean observe) {
		this.loop = loop;
		this.candidates = candidates;
		this.namespace = namespace;
		this.observe = observe;
	}

	/**
	 * Divides elections as their settings say, and joins the partitions.
	 * @param elections the settings of elections, by name
	 * @return the partitioned elections, by name
	 */
	public List<PartitionedElection> divide(Map<String, ElectionSettings> elections) {
		elections.forEach((name, election) -> {
			Integer partitions = election.partitions();
			if (partitions != null) {
				divide(name, partitions);
			}
		});
		return List.copyOf(this.groups.values());
	}

	private void divide(String election, int partitions) {
		List<Election> joined = new ArrayList<>(partitions);
		for (int number = 0; number < partitions; number++) {
			joined.add(this.candidates.joinForGood(key(new Partition(election, number).name())));
		}
		CandidateProfile profile = this.candidates.profile(key(election));
		Audience.Listeners listeners = new Audience.Listeners();
		Election keeper = this.observe ? this.candidates.joinHidden(profile.key(), listeners) : null;
		PartitionGroup group = new PartitionGroup(profile, this.loop, List.copyOf(joined), keeper);
		listeners.add(group);
		this.groups.put(election, group);
		this.candidates.refuse(election,
				"Election '" + election + "' is divided into " + partitions
						+ " partitions, so nobody leads it as a whole. Use LeaderElections.partition(...) with a key, "
						+ "partitionKey on @OnLeader, or the name of one partition, such as '" + election + ":0'");
	}

	private ElectionKey key(String election) {
		return new ElectionKey(this.namespace, election);
	}

	@Override
	public void starting() {
		this.groups.values().forEach(PartitionGroup::begin);
	}

	@Override
	public CompletableFuture<Void> stopping(List<Election> candidates) {
		this.groups.values().forEach(PartitionGroup::end);
		return CompletableFuture.completedFuture(null);
	}

}
