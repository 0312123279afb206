/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.EscapedText;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;

/**
 * Converts commands of one namespace to script arguments.
 *
 * @param names the names of the channels
 * @param assumeFresh whether a missing record is treated as never written
 */
record ScriptArguments(RedisKeys names, boolean assumeFresh) {

	List<String> ofAcquire(List<Acquire> batch) {
		List<String> arguments = new ArrayList<>(1 + 7 * batch.size());
		arguments.add(this.assumeFresh ? "1" : "0");
		for (Acquire command : batch) {
			arguments.add(command.nonce().toString());
			arguments.add(command.candidate());
			arguments.add(Long.toString(command.at().toEpochMilli()));
			arguments.add(Long.toString(command.duration().toMillis()));
			arguments.add(Long.toString(command.seenToken()));
			arguments.add(Long.toString(command.tokenFloor()));
			arguments.add(EscapedText.format(command.metadata()));
		}
		return arguments;
	}

	List<String> ofRenew(List<Renew> batch) {
		List<String> arguments = new ArrayList<>(2 * batch.size());
		for (Renew command : batch) {
			arguments.add(command.nonce().toString());
			arguments.add(Long.toString(command.token()));
		}
		for (int i = 0; i < batch.size(); i++) {
			Checkpoints checkpoints = batch.get(i).checkpoints();
			if (checkpoints != null) {
				arguments.add(Integer.toString(i + 1));
				arguments.add(Long.toString(checkpoints.version()));
				arguments.add(checkpoints.text());
			}
		}
		return arguments;
	}

	List<String> ofRelease(List<Release> batch) {
		List<String> arguments = new ArrayList<>(1 + 3 * batch.size());
		arguments.add(this.names.channel(batch.get(0).key().namespace()));
		for (Release command : batch) {
			arguments.add(command.nonce().toString());
			arguments.add(Long.toString(command.token()));
			arguments.add(command.key().election());
		}
		return arguments;
	}

}
