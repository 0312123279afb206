/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import java.util.regex.Pattern;

import io.leaderelection.Leadership;
import io.leaderelection.Partition;
import io.leaderelection.observation.LeaderElectionObservationDocumentation.ObservationKey;
import io.micrometer.common.KeyValues;

/**
 * Context of a run of a task. The outcome is {@code completed}, {@code failed}, or
 * {@code ended} if the term ended before the run did.
 */
public final class TaskObservationContext extends LeaderElectionObservationContext {

	/** The generated name of a task without a name: the election and a number. */
	private static final Pattern NAMELESS = Pattern.compile(".*-\\d+");

	private final String task;

	private final Leadership leadership;

	TaskObservationContext(String task, Leadership leadership) {
		this.task = task;
		this.leadership = leadership;
	}

	/**
	 * Returns the name of the task.
	 * @return the name, which may include the number of a partition
	 */
	public String getTask() {
		return this.task;
	}

	/**
	 * Returns the term that the run belongs to.
	 * @return the term
	 */
	public Leadership getLeadership() {
		return this.leadership;
	}

	@Override
	LeaderElectionObservationDocumentation documentation() {
		return LeaderElectionObservationDocumentation.TASK;
	}

	@Override
	String contextualName() {
		return "leader-task " + commonName();
	}

	@Override
	KeyValues lowCardinality() {
		return KeyValues.of(ObservationKey.election(this.leadership.election()),
				ObservationKey.TASK.withValue(commonName()));
	}

	@Override
	KeyValues highCardinality() {
		return KeyValues.of(ObservationKey.partition(this.leadership.election()),
				ObservationKey.FENCING_TOKEN.withValue(String.valueOf(this.leadership.fencingToken())));
	}

	/**
	 * Returns one name for the tasks of all partitions, and one for all tasks without a
	 * name.
	 */
	private String commonName() {
		String election = this.leadership.election();
		if (NAMELESS.matcher(this.task).matches() && this.task.startsWith(election + "-")) {
			return "none";
		}
		Partition partition = Partition.parse(election);
		String number = (partition != null) ? ":" + partition.number() : "";
		return this.task.endsWith(number) ? this.task.substring(0, this.task.length() - number.length()) : this.task;
	}

}
