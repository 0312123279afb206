/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.function.UnaryOperator;

import io.leaderelection.testkit.MutationRun;
import io.leaderelection.testkit.StoreMutation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Removes checks from the scripts of the store and expects the contract to fail on a real
 * server.
 */
class RedisStoreMutationIT {

	@ParameterizedTest
	@EnumSource
	void theContractNotices(StoreMutation mutation) {
		MutatedRedisStore.scripts = switch (mutation) {
			case NONCE_CHECK -> mutated("record", "return record.nonce == nonce", "return true");
			case TOKEN_CHECK -> mutated("record", "return is_nonce(record, nonce) and record.token == token",
					"return is_nonce(record, nonce)");
			case SEEN_TOKEN_CHECK -> mutated("acquire", "if last ~= seen then", "if false then");
			case EXPIRY_CHECK -> mutated("record", "return record.released == '0' and record.expires > now",
					"return record.released == '0'");
			case REPEAT_EXTENDS -> mutated("acquire", "return write(key, 'expires-at', digits(now + record.duration))",
					"return write(key, 'released', '0')");
			case CHECKPOINT_VERSION_CHECK ->
				mutated("renew", "if note and is_newer(note.version, record) then", "if note then");
		};
		assertThat(MutationRun.failingTests("redis", mutation.name(), MutatedRedisStore.class)).isNotEmpty();
	}

	@Test
	void theContractNoticesAnUnconditionalRelease() {
		MutatedRedisStore.scripts = mutated("release", """
				  if not record or not is_term(record, ARGV[at], ARGV[at + 1]) then
				    return { 'lost' }
				  end
				  if record.released == '1' then
				    return { 'released' }
				  end
				  local failed = write(key, 'released', '1')
				  if failed then
				    return failed
				  end
				""", """
				  redis.call('DEL', key)
				""");
		assertThat(MutationRun.failingTests("redis", "UNCONDITIONAL_DELETE", MutatedRedisStore.class)).isNotEmpty();
	}

	@Test
	void theContractPassesWhatIsNotMutated() {
		MutatedRedisStore.scripts = LeaseScript::resource;
		assertThat(MutationRun.failingTests("redis", "none", MutatedRedisStore.class)).isEmpty();
	}

	private static UnaryOperator<String> mutated(String file, String text, String replacement) {
		String source = LeaseScript.resource(file);
		assertThat(source.split(java.util.regex.Pattern.quote(text), -1)).as("pieces of %s.lua around: %s", file, text)
			.hasSize(2);
		return (name) -> name.equals(file) ? source.replace(text, replacement) : LeaseScript.resource(name);
	}

}
