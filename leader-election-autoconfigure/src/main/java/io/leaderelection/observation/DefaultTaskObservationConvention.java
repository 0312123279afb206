/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import java.util.regex.Pattern;

import io.leaderelection.Partition;
import io.leaderelection.observation.LeaderElectionObservationDocumentation.ObservationKey;
import io.micrometer.common.KeyValues;

/**
 * Default convention for {@link LeaderElectionObservationDocumentation#TASK} with the
 * names and key values documented there. Designed for extension.
 */
public class DefaultTaskObservationConvention implements TaskObservationConvention {

	/** The generated name of a task without a name: the election and a number. */
	private static final Pattern NAMELESS = Pattern.compile(".*-\\d+");

	@Override
	public String getName() {
		return "leader.election.task";
	}

	@Override
	public String getContextualName(TaskObservationContext context) {
		return "leader-task " + task(context);
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(TaskObservationContext context) {
		return KeyValues.of(ObservationKey.election(context.getLeadership().election()),
				ObservationKey.TASK.withValue(task(context)), ObservationKey.OUTCOME.withValue(context.getOutcome()));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(TaskObservationContext context) {
		return KeyValues.of(ObservationKey.partition(context.getLeadership().election()),
				ObservationKey.FENCING_TOKEN.withValue(String.valueOf(context.getLeadership().fencingToken())));
	}

	/**
	 * Returns one name for the tasks of all partitions, and one for all tasks without a
	 * name.
	 */
	private static String task(TaskObservationContext context) {
		if (NAMELESS.matcher(context.getTask()).matches()
				&& context.getTask().startsWith(context.getLeadership().election() + "-")) {
			return "none";
		}
		Partition partition = Partition.parse(context.getLeadership().election());
		String number = (partition != null) ? ":" + partition.number() : "";
		String task = context.getTask();
		return task.endsWith(number) ? task.substring(0, task.length() - number.length()) : task;
	}

}
