/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import io.leaderelection.testkit.SourceMutant;
import io.leaderelection.testkit.StoreMutation;

/**
 * Checks that the contract tests notice each check that is missing in the rules by which
 * {@link LockedStatements} decide.
 */
abstract class LockedMutationContract extends MutationContract {

	@Override
	protected final String file() {
		return "LockedStatements.java";
	}

	@Override
	protected final SourceMutant mutant(StoreMutation mutation) {
		return SourceMutant.of(sources()).breakRules(mutation);
	}

	@Override
	protected final SourceMutant withUnconditionalRelease(SourceMutant mutant) {
		return mutant.replace(file(), " && isReleased(wanted, row)", "")
			.replace("LeaseTables.java", "RowKeys keys = RowKeys.ofTerms(batch);", "RowKeys keys = RowKeys.of(batch);");
	}

}
