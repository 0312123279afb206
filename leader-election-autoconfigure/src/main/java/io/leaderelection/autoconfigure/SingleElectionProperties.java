/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The properties of one election, including those that exist only for a single one.
 */
public class SingleElectionProperties extends ElectionProperties {

	/**
	 * Number of partitions that the election is divided into, from 1 to 1024, the same on
	 * every instance. By default, the election is led as a whole.
	 */
	private @Nullable Integer partitions;

	/**
	 * Ids of listener containers, or names of Lifecycle beans, to start on the leader
	 * only.
	 */
	private List<String> start = new ArrayList<>();

	public @Nullable Integer getPartitions() {
		return this.partitions;
	}

	public void setPartitions(@Nullable Integer partitions) {
		this.partitions = partitions;
	}

	public List<String> getStart() {
		return this.start;
	}

	public void setStart(List<String> start) {
		this.start = start;
	}

}
