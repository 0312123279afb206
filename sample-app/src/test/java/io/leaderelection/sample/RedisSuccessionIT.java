/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import org.junit.jupiter.api.Tag;

/**
 * Succession with Redis.
 */
@Tag("slow")
class RedisSuccessionIT extends RemoteSuccessionContract {

	@Override
	SampleStore openStore() {
		return SampleStore.redis();
	}

}
