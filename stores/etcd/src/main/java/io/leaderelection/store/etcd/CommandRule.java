/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.Decision;

/**
 * Describes how {@link GuardedRounds} runs one type of command.
 *
 * @param <C> the type of the commands
 * @param <O> the type of their outcomes
 * @param key returns the election of a command
 * @param guess whether a command without a known view may start from absent keys
 * @param own whether a guard lock belongs to the command's own term
 * @param checkpoints whether the outcome contains the checkpoints of the election
 * @param decide decides what a command does, given the view of its election
 * @param unknown creates the outcome for a failure
 */
record CommandRule<C, O extends Outcome>(Function<C, ElectionKey> key, Function<C, Boolean> guess,
		BiPredicate<C, GuardLock> own, boolean checkpoints, BiFunction<C, ElectionView, Decision<O>> decide,
		Function<Throwable, O> unknown) {
}
