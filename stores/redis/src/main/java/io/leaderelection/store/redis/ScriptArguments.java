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
 */
final class ScriptArguments {

	private static final byte[] PROVES_ABSENCE = { '1' };

	private static final byte[] MAY_BE_LOST = { '0' };

	private final RedisKeys names;

	private final boolean assumeFresh;

	ScriptArguments(RedisKeys names, boolean assumeFresh) {
		this.names = names;
		this.assumeFresh = assumeFresh;
	}

	List<byte[]> ofAcquire(List<Acquire> batch) {
		List<byte[]> arguments = new ArrayList<>(1 + 7 * batch.size());
		arguments.add(this.assumeFresh ? PROVES_ABSENCE : MAY_BE_LOST);
		for (Acquire command : batch) {
			arguments.add(RedisKeys.utf8(command.nonce().toString()));
			arguments.add(RedisKeys.utf8(command.candidate()));
			arguments.add(number(command.at().toEpochMilli()));
			arguments.add(number(command.duration().toMillis()));
			arguments.add(number(command.seenToken()));
			arguments.add(number(command.tokenFloor()));
			arguments.add(RedisKeys.utf8(EscapedText.format(command.metadata())));
		}
		return arguments;
	}

	List<byte[]> ofRenew(List<Renew> batch) {
		List<byte[]> arguments = new ArrayList<>(2 * batch.size());
		for (Renew command : batch) {
			arguments.add(RedisKeys.utf8(command.nonce().toString()));
			arguments.add(number(command.token()));
		}
		for (int i = 0; i < batch.size(); i++) {
			Checkpoints checkpoints = batch.get(i).checkpoints();
			if (checkpoints != null) {
				arguments.add(number(i + 1));
				arguments.add(number(checkpoints.version()));
				arguments.add(RedisKeys.utf8(checkpoints.text()));
			}
		}
		return arguments;
	}

	List<byte[]> ofRelease(List<Release> batch) {
		List<byte[]> arguments = new ArrayList<>(1 + 3 * batch.size());
		arguments.add(this.names.channel(batch.get(0).key().namespace()));
		for (Release command : batch) {
			arguments.add(RedisKeys.utf8(command.nonce().toString()));
			arguments.add(number(command.token()));
			arguments.add(RedisKeys.utf8(command.key().election()));
		}
		return arguments;
	}

	private static byte[] number(long number) {
		return RedisKeys.utf8(Long.toString(number));
	}

}
