/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.util.function.BiConsumer;

import io.leaderelection.LeaderElection;
import io.leaderelection.PartitionedElection;

/**
 * An action of the endpoint {@code leader} that a feature adds. It needs an option, which
 * no other action takes. If it cannot be performed, the message of its
 * {@link IllegalArgumentException} or {@link IllegalStateException} becomes that of the
 * response.
 *
 * @param name the name, such as {@code RUN_NOW}
 * @param option the name of the option
 * @param remedy what to do if the option is missing: a sentence without its full stop
 * @param whole performs the action, with the value of the option, on an election that
 * this instance leads
 * @param divided performs the action on an election that is divided into partitions
 */
public record ElectionAction(String name, String option, String remedy, BiConsumer<LeaderElection, String> whole,
		BiConsumer<PartitionedElection, String> divided) {
}
