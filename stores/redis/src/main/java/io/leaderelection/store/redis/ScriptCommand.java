/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Outcome;

/**
 * The execution of one kind of command by a script.
 *
 * @param <C> the type of the commands
 * @param <O> the type of their outcomes
 * @param script the script
 * @param replicated whether replicas must confirm its grants, if configured
 * @param key returns the record of a command
 * @param arguments returns the script arguments for commands of one namespace
 * @param outcome returns the outcome for a key, given the key's name and the parts of the
 * reply
 * @param unknown returns the outcome for a failure
 */
record ScriptCommand<C, O extends Outcome>(LeaseScript script, boolean replicated, Function<C, ElectionKey> key,
		Function<List<C>, List<byte[]>> arguments, BiFunction<String, List<byte[]>, O> outcome,
		Function<Throwable, O> unknown) {

}
