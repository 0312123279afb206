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
 * How a kind of command is carried out by a script.
 *
 * @param <C> the type of the commands
 * @param <O> the type of their outcomes
 * @param script the script
 * @param replicated whether replicas must confirm what it grants, if that is wanted
 * @param key the record of a command
 * @param arguments what the script is handed for commands of one namespace
 * @param outcome what the reply for a key means, given the key's name and the parts of
 * the reply
 * @param unknown the outcome that stands for a failure
 */
record ScriptCommand<C, O extends Outcome>(LeaseScript script, boolean replicated, Function<C, ElectionKey> key,
		Function<List<C>, List<byte[]>> arguments, BiFunction<String, List<byte[]>, O> outcome,
		Function<Throwable, O> unknown) {

}
