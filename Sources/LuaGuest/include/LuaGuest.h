#pragma once
int lg_version(void);
