/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("slow")
class PostgresMutationIT extends MutationContract implements OnPostgres {

}
