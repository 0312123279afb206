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
 * A kind of command.
 *
 * @param <C> the type of the commands
 * @param <O> the type of their outcomes
 * @param key the election of a command
 * @param guess whether a candidate that knows nothing may assume that there is nothing
 * @param own whether a guard lock is of the command's own term
 * @param checkpoints whether the answer has the notes of the election
 * @param decide what a command does, given the keys of its election
 * @param unknown the outcome that stands for a failure
 */
record CommandRule<C, O extends Outcome>(Function<C, ElectionKey> key, Function<C, Boolean> guess,
		BiPredicate<C, GuardLock> own, boolean checkpoints, BiFunction<C, ElectionView, Decision<O>> decide,
		Function<Throwable, O> unknown) {
}
